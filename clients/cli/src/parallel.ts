/** Does something for each of some values, a few at a time; gives what came of them in their order. */
export async function inParallel<In, Out>(
  values: readonly In[],
  work: (value: In) => PromiseLike<Out>,
  at = 6,
): Promise<Out[]> {
  const results: Out[] = []
  let next = 0
  const take = async () => {
    for (let index = next++; index < values.length; index = next++)
      results[index] = await work(values[index]!)
  }
  await Promise.all(Array.from({ length: Math.min(at, values.length) }, take))
  return results
}

/** Groups values by a key, in the order in which the keys come first. */
export function groupBy<Value>(
  values: readonly Value[],
  toKey: (value: Value) => string,
): Map<string, Value[]> {
  const groups = new Map<string, Value[]>()
  for (const value of values) {
    const key = toKey(value)
    const group = groups.get(key)
    if (group) group.push(value)
    else groups.set(key, [value])
  }
  return groups
}
