"""Reads YAML with PyYAML (1.1) and ruamel.yaml (1.2) and says where they differ
from what pmd reads or meant to write.

Each line of the input is a mode and a document, then a key and its value for
each key, all texts in hexadecimal: `s:TEXT`, `l:TEXT,TEXT` or `m:KEY=TEXT,...`.
In mode `read` only shapes and texts count; in mode `typed` every text must also
be loaded as a string by a loader that knows types.
"""
import sys

import ruamel.yaml
import yaml


def text(code):
    return bytes.fromhex(code).decode("utf-8")


def value(code):
    kind, _, rest = code.partition(":")
    parts = rest.split(",") if rest != "-" else []
    if kind == "s":
        return text(rest)
    if kind == "l":
        return [text(part) for part in parts]
    if kind == "m":
        return {text(k): text(v) for k, v in (part.split("=") for part in parts)}
    raise ValueError(code)


def loaders(mode):
    if mode == "read":
        yield "PyYAML", lambda s: yaml.load(s, Loader=yaml.BaseLoader)
        base = ruamel.yaml.YAML(typ="base", pure=True)
        yield "ruamel.yaml", base.load
    else:
        yield "PyYAML", lambda s: yaml.load(s, Loader=yaml.SafeLoader)
        safe = ruamel.yaml.YAML(typ="safe", pure=True)
        safe.version = (1, 2)
        yield "ruamel.yaml", safe.load


def typed(thing):
    """The value with the type of each scalar beside it."""
    if isinstance(thing, dict):
        return {(type(k).__name__, k): typed(v) for k, v in thing.items()}
    if isinstance(thing, list):
        return [typed(v) for v in thing]
    return (type(thing).__name__, thing)


count = 0
for line in sys.stdin:
    mode, document, *fields = line.split()
    source = text(document)
    for name, load in loaders(mode):
        try:
            loaded = load(source)
        except Exception as error:
            print(f"{name} refuses {source!r}: {error!r}"[:600])
            continue
        for field in fields:
            key, _, code = field.partition("@")
            count += 1
            found = loaded.get(text(key), "(nothing)")
            if typed(found) != typed(value(code)):
                print(f"{name} {mode} {text(key)!r} of {source[:200]!r}: {found!r}, pmd {value(code)!r}")
print(f"compared {count}")
