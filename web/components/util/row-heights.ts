export interface RowHeights {
  total: number
  getTop(index: number): number
  findIndexAt(offset: number): number
}

/** Returns the pixels of a height in rem, which depend on the font size that the browser is set to. */
export const toPixels = (rem: number): number =>
  rem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)

export const createUniformHeights = (count: number, height: number): RowHeights => ({
  total: count * height,
  getTop: (index) => index * height,
  findIndexAt: (offset) => Math.max(0, Math.min(count - 1, Math.floor(offset / height))),
})

export function createVariableHeights(count: number, height: (index: number) => number): RowHeights {
  const tops = new Float64Array(count + 1)
  for (let index = 0; index < count; index++) tops[index + 1] = tops[index]! + height(index)
  const at = (offset: number) => {
    let [low, high] = [0, Math.max(0, count - 1)]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (tops[middle]! <= offset) low = middle
      else high = middle - 1
    }
    return low
  }
  return { total: tops[count]!, getTop: (index) => tops[Math.min(index, count)]!, findIndexAt: at }
}
