import { fillTemplate } from '../../src/template/fill-template.contract'
import type { TemplateView } from '../../src/template/template.calls'
import { useTexts } from '../i18n/i18n'
import { Button } from '../ui/button/button'
import { Dialog } from '../ui/dialog/dialog'
import { NewTemplate } from './new-template'
import { TemplatePreview } from './template-preview'

interface TemplateDialogProps {
  whatsappId: number
  /** Undefined to add one. */
  template: TemplateView | undefined
  close: () => void
}

/** Shows a template, which cannot be changed, or submits a new one. */
export function TemplateDialog({ whatsappId, template, close }: TemplateDialogProps) {
  return template ? (
    <ShownTemplate template={template} close={close} />
  ) : (
    <NewTemplate whatsappId={whatsappId} close={close} />
  )
}

function ShownTemplate({ template, close }: { template: TemplateView; close: () => void }) {
  const { ui } = useTexts()
  return (
    <Dialog open title={template.name} onClose={close} footer={<Button onClick={close}>{ui.close}</Button>}>
      <TemplatePreview {...fillTemplate(template.components, {})} />
      {template.reason !== '' && <p className="subtle">{template.reason}</p>}
    </Dialog>
  )
}
