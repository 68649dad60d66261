import type { ComponentChildren } from 'preact'
import { Button } from '../../../components/button.tsx'

/** Downloads a response as CSV, which a link cannot ask for. */
async function downloadAsCsv(path: string, name: string): Promise<void> {
  const response = await fetch(path, { headers: { accept: 'text/csv' } })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await response.blob())
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

export const CsvButton = ({ path, name, children }: { path: string; name: string; children: ComponentChildren }) => (
  <Button icon="download" onClick={() => void downloadAsCsv(path, name)}>
    {children}
  </Button>
)
