import { exportsCreateForMe } from '@svc/sdk/operations'
import { getStore } from '../../store/current-store.ts'
import { exportTexts as messages } from '../../messages/exports.ts'
import { ExportJob } from './export/export-job.tsx'
import './import/imports.css'

export const MyDataPage = () => (
  <section class="settings-section">
    <p class="settings-hint">{messages.mineHint}</p>
    <ExportJob
      name="mine"
      label={messages.startMine}
      start={(svc) => exportsCreateForMe(svc, { org_id: getStore().org })}
    />
  </section>
)
