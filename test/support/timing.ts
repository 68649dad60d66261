export async function measure(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

export const computeMedian = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

/** Returns the z-score of the rank sum of two samples (Mann and Whitney), 0 if neither tends to be larger. */
export function computeRankSumZ(a: number[], b: number[]): number {
  const larger = a.flatMap((one) => b.map((other): number => (one > other ? 1 : one === other ? 0.5 : 0)))
  const u = larger.reduce((sum, one) => sum + one, 0)
  const product = a.length * b.length
  return (u - product / 2) / Math.sqrt((product * (a.length + b.length + 1)) / 12)
}
