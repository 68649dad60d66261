/** Positions of rows whose heights are known without rendering them. */
export interface Heights {
  total: number
  top(index: number): number
  at(offset: number): number
}

export const alike = (count: number, height: number): Heights => ({
  total: count * height,
  top: (index) => index * height,
  at: (offset) => Math.max(0, Math.min(count - 1, Math.floor(offset / height))),
})

/** Returns the positions of rows of different heights, found by binary search in prefix sums. */
export function differing(count: number, height: (index: number) => number): Heights {
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
  return { total: tops[count]!, top: (index) => tops[Math.min(index, count)]!, at }
}
