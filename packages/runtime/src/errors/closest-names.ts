/** For "did you mean": the names that are nearly the one that was written. */

/** Nearest first; those within a third of the name's length in edits, or that differ in case and separators only. */
export function closestNames(name: string, candidates: readonly string[], limit: number): string[] {
  // Both may come from a model; the distance takes time proportional to the product of the lengths.
  if (name.length > 100) return [];
  const bare = withoutSeparators(name);
  return candidates
    .filter((candidate) => candidate.length <= 100)
    .map((candidate) => ({
      candidate,
      edits: withoutSeparators(candidate) === bare ? 0 : editDistance(name.toLowerCase(), candidate.toLowerCase()),
    }))
    .filter(({ edits }) => edits <= Math.max(1, Math.floor(name.length / 3)))
    .sort((a, b) => a.edits - b.edits)
    .slice(0, limit)
    .map(({ candidate }) => candidate);
}

function withoutSeparators(name: string): string {
  return name.replace(/[-_ ]/g, "").toLowerCase();
}

/** Levenshtein distance, where exchanging two neighbours counts as one edit. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let edits = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        edits = Math.min(edits, at(beforeLast, j - 2) + 1);
      row.push(edits);
    }
    beforeLast = last;
    last = row;
  }
  return at(last, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
