import { parser } from '@prometheus-io/lezer-promql'

/** Metrics and labels that a PromQL expression uses. */
export interface PromqlUsage {
  /** Selected series, each with the labels of its matchers. */
  selected: { metric: string; labels: string[] }[]
  /** Grouping labels, except those that the expression creates. */
  grouped: string[]
}

/** Parses an expression by the grammar of Prometheus. Throws for an invalid one. */
export function readPromql(expression: string): PromqlUsage {
  const usage: PromqlUsage = { selected: [], grouped: [] }
  const created: string[] = []
  const sliceText = ({ from, to }: { from: number; to: number }) => expression.slice(from, to)
  parser.parse(expression).iterate({
    enter(node) {
      if (node.type.isError) throw new Error(`no PromQL at ${node.from}: ${expression}`)
      if (node.name === 'VectorSelector') usage.selected.push({ metric: '', labels: [] })
      const last = usage.selected.at(-1)
      const within = node.node.parent?.name
      if (node.name === 'Identifier' && within === 'VectorSelector') last!.metric = sliceText(node)
      if (node.name === 'LabelName' && within !== 'GroupingLabels') last!.labels.push(sliceText(node))
      if (node.name === 'LabelName' && within === 'GroupingLabels') usage.grouped.push(sliceText(node))
      if (node.name === 'FunctionCall' && sliceText(node).startsWith('label_replace')) {
        const body = node.node.getChild('FunctionCallBody')
        const [target] = body?.getChildren('StringLiteral') ?? []
        if (target) created.push(sliceText(target).slice(1, -1))
      }
    },
  })
  return { ...usage, grouped: usage.grouped.filter((label) => !created.includes(label)) }
}
