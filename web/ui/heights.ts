/** Where rows lie whose heights are known without drawing them. */
export interface Heights {
  total: number
  /** Where a row begins. */
  top(index: number): number
  /** The row at a place. */
  at(place: number): number
}

/** Of rows that are alike: arithmetic, however many there are. */
export const alike = (count: number, height: number): Heights => ({
  total: count * height,
  top: (index) => index * height,
  at: (place) => Math.max(0, Math.min(count - 1, Math.floor(place / height))),
})

/** Of rows that differ (groups and their rows): sums from the first on, searched by halves. */
export function differing(count: number, height: (index: number) => number): Heights {
  const tops = new Float64Array(count + 1)
  for (let index = 0; index < count; index++) tops[index + 1] = tops[index]! + height(index)
  const at = (place: number) => {
    let [low, high] = [0, Math.max(0, count - 1)]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (tops[middle]! <= place) low = middle
      else high = middle - 1
    }
    return low
  }
  return { total: tops[count]!, top: (index) => tops[Math.min(index, count)]!, at }
}
