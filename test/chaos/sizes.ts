/** Enough to notice a break on every run, and in `npm run trials` enough to believe that there is none. */
export const long = process.env.TRIALS === 'long'
export const size = (usual: number, whenLong: number): number => (long ? whenLong : usual)

/** Numbers from 0, one less than `n`. */
export const range = (n: number): number[] => Array.from({ length: n }, (_, i) => i)
