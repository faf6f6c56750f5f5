/// Returns the first weekday in the territory of a locale, such as 7, Sunday, for `en_US.UTF-8`;
/// Monday is 1. A locale without a territory follows ISO 8601.
///
/// The table is `weekData` of the Unicode CLDR.
package func firstWeekday(ofLocale name: some StringProtocol) -> Int {
    let words = name.prefix { $0 != "." && $0 != "@" }.split(separator: "_")
    let language = words.first.map { String($0) } ?? ""
    let territory = words.count > 1 ? String(words[1]) : usualTerritories[language] ?? ""
    if saturdayTerritories.contains(territory) { return 6 }
    return sundayTerritories.contains(territory) ? 7 : 1
}

/// The usual territories of languages whose weeks do not begin with Monday.
private let usualTerritories = ["ko": "KR", "ja": "JP", "ar": "EG", "he": "IL", "hi": "IN"]

private let saturdayTerritories: Set<String> = [
    "AE", "AF", "BH", "DJ", "DZ", "EG", "IQ", "IR", "JO", "KW", "LY", "OM", "QA", "SD", "SY",
]

private let sundayTerritories: Set<String> = [
    "AG", "AS", "BD", "BR", "BS", "BT", "BW", "BZ", "CA", "CO", "DM", "DO", "ET", "GT", "GU", "HK",
    "HN", "ID", "IL", "IN", "JM", "JP", "KE", "KH", "KR", "LA", "MH", "MM", "MO", "MT", "MX", "MZ",
    "NI", "NP", "PA", "PE", "PH", "PK", "PR", "PT", "PY", "SA", "SG", "SV", "TH", "TT", "TW", "UM",
    "US", "VE", "VI", "WS", "YE", "ZA", "ZW",
]
