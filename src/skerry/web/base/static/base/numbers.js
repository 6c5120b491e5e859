// How numbers are written wherever people read them: 63%, 61.5%, 785,880; as core/numbers.py.

export function formatCount(number) {
  return number.toLocaleString("en-US");
}

export function formatPercent(share, decimals = 0) {
  return `${(100 * share).toFixed(decimals)}%`;
}

// A chance to win, from 1% to 99%: only proofs are certain.
export function formatChance(share) {
  return formatPercent(Math.min(0.99, Math.max(0.01, share)));
}
