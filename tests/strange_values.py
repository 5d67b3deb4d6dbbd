"""Strange things that a file can hold where an answer is expected."""

from hypothesis import strategies as st

scalars = (
    st.none()
    | st.booleans()
    | st.integers(-20, 20)
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.sampled_from(["spades", "king", "KH", "AS", "7", "", "misdeal", "right", "deck"])
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
)
keys = st.sampled_from(
    ["KH", "QS", "QD", "symbols", "large", "number", "sets", "pairs", "highest", "1", "9", "target"]
) | st.text(st.characters(exclude_categories=["Cs"]), max_size=6)

any_json = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(keys, inner, max_size=5),
    max_leaves=12,
)
"""Any value that JSON can hold, rather often one that comes near to an answer."""
