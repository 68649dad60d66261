/** A check runs enough rounds to notice a regression, `npm run trials` enough for confidence. */
export const isLongRun = process.env.TRIALS === 'long'
export const chooseSize = (usual: number, whenLong: number): number => (isLongRun ? whenLong : usual)

export const createRange = (n: number): number[] => Array.from({ length: n }, (_, i) => i)
