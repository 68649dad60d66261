/** A check runs enough rounds to notice a regression, `npm run trials` enough for confidence. */
export const long = process.env.TRIALS === 'long'
export const size = (usual: number, whenLong: number): number => (long ? whenLong : usual)

export const range = (n: number): number[] => Array.from({ length: n }, (_, i) => i)
