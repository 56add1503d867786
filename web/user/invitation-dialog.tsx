import { useTexts } from '../i18n/i18n'
import { Button } from '../ui/button/button'
import { Dialog } from '../ui/dialog/dialog'
import { CopiedInput } from '../ui/field/copied-input'
import { Field } from '../ui/field/field'

export interface Invitation {
  name: string
  link: string
}

/** The link by which an invited user sets a password, to be sent to them. */
export function InvitationDialog({ name, link, close }: Invitation & { close: () => void }) {
  const { user, ui } = useTexts('user')
  const t = user.invitation
  return (
    <Dialog
      open
      size="s"
      title={t.title(name)}
      description={t.text}
      onClose={close}
      footer={
        <Button variant="primary" onClick={close}>
          {ui.close}
        </Button>
      }
    >
      <Field label={t.link}>
        <CopiedInput data-autofocus value={link} copyLabel={t.copy} copiedLabel={t.copied} />
      </Field>
    </Dialog>
  )
}
