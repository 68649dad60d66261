/** Maps values with limited concurrency; results are in the order of the values. */
export async function mapConcurrently<In, Out>(
  values: readonly In[],
  work: (value: In) => PromiseLike<Out>,
  concurrency = 6,
): Promise<Out[]> {
  const results: Out[] = []
  let next = 0
  const runWorker = async () => {
    for (let index = next++; index < values.length; index = next++) results[index] = await work(values[index]!)
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, values.length) }, runWorker))
  return results
}

/** Groups values by key, in the order of first occurrence. */
export function groupBy<Value>(values: readonly Value[], toKey: (value: Value) => string): Map<string, Value[]> {
  const groups = new Map<string, Value[]>()
  for (const value of values) {
    const key = toKey(value)
    const group = groups.get(key)
    if (group) group.push(value)
    else groups.set(key, [value])
  }
  return groups
}
