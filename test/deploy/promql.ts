import { parser } from '@prometheus-io/lezer-promql'

/** What an expression of PromQL asks of the metrics. */
export interface Asked {
  /** Each series that is selected, with the labels that it is selected by. */
  selected: { metric: string; labels: string[] }[]
  /** Labels that are grouped by, but for those that the expression makes itself. */
  grouped: string[]
}

/** Reads an expression by the grammar of Prometheus itself. Throws for what is none. */
export function readPromql(expression: string): Asked {
  const asked: Asked = { selected: [], grouped: [] }
  const made: string[] = []
  const text = ({ from, to }: { from: number; to: number }) => expression.slice(from, to)
  parser.parse(expression).iterate({
    enter(node) {
      if (node.type.isError) throw new Error(`no PromQL at ${node.from}: ${expression}`)
      if (node.name === 'VectorSelector') asked.selected.push({ metric: '', labels: [] })
      const last = asked.selected.at(-1)
      const within = node.node.parent?.name
      if (node.name === 'Identifier' && within === 'VectorSelector') last!.metric = text(node)
      if (node.name === 'LabelName' && within !== 'GroupingLabels') last!.labels.push(text(node))
      if (node.name === 'LabelName' && within === 'GroupingLabels') asked.grouped.push(text(node))
      if (node.name === 'FunctionCall' && text(node).startsWith('label_replace')) {
        const body = node.node.getChild('FunctionCallBody')
        const [target] = body?.getChildren('StringLiteral') ?? []
        if (target) made.push(text(target).slice(1, -1))
      }
    },
  })
  return { ...asked, grouped: asked.grouped.filter((label) => !made.includes(label)) }
}
