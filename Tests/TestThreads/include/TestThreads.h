/// There is nothing to call: linking this target is enough. See threads.c.
