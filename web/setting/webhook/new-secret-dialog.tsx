import { useTexts } from '../../i18n/i18n'
import { Button } from '../../ui/button/button'
import { CopiedInput } from '../../ui/field/copied-input'
import { Dialog } from '../../ui/dialog/dialog'
import { Field } from '../../ui/field/field'

/** Shows the secret once. A press outside does not close it. */
export function NewSecretDialog({ secret, close }: { secret: string; close: () => void }) {
  const t = useTexts('webhook').webhook
  return (
    <Dialog
      open
      alert
      title={t.secretTitle}
      description={t.secretText}
      onClose={close}
      footer={
        <Button variant="primary" onClick={close}>
          {t.secretDone}
        </Button>
      }
    >
      <Field label={t.secret}>
        <CopiedInput className="connection-token" value={secret} copyLabel={t.copy} copiedLabel={t.copied} />
      </Field>
    </Dialog>
  )
}
