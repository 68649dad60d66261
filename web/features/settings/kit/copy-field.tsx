import { agentTexts as messages } from '../../../messages/agent.ts'
import { commonTexts } from '../../../messages/common.ts'
import { Button } from '../../../components/button.tsx'
import { FormField } from '../../../components/form-field.tsx'
import { copyToClipboard } from '../../../components/util/clipboard.ts'

export const CopyField = ({ label, value }: { label: string; value: string }) => (
  <div class="field-row">
    <FormField label={label}>
      <input class="input settings-secret-text" readOnly value={value} />
    </FormField>
    <Button icon="copy" onClick={() => void copyToClipboard(value, messages.copied)}>
      {commonTexts.copy}
    </Button>
  </div>
)
