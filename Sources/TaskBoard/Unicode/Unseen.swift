/// Returns true if fonts may show nothing for a scalar: its Unicode property
/// `Default_Ignorable_Code_Point`, which covers blocks with room for later
/// characters.
func isDefaultIgnorable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xAD, 0x34F, 0x61C, 0x115F...0x1160, 0x17B4...0x17B5, 0x180B...0x180F, 0x200B...0x200F,
        0x202A...0x202E, 0x2060...0x206F, 0x3164, 0xFE00...0xFE0F, 0xFEFF, 0xFFA0, 0xFFF0...0xFFF8,
        0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0xE0000...0xE0FFF:
        true
    default: false
    }
}

/// Returns true if a scalar is invisible, changes the writing direction or ends
/// a line.
///
/// Joiners and variation selectors are not included: emoji and several scripts
/// are spelled with them.
package func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x2028...0x2029, 0xFFF9...0xFFFB: true
    case 0x200C...0x200D, 0x180B...0x180D, 0x180F, 0xFE00...0xFE0F, 0xE0100...0xE01EF: false
    default: isDefaultIgnorable(scalar)
    }
}
