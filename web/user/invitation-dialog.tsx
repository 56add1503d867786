import { useTexts } from '../i18n/i18n'
import { Button } from '../ui/button/button'
import { Dialog } from '../ui/dialog/dialog'
import { CopiedInput } from '../ui/field/copied-input'
import { Field } from '../ui/field/field'
import { Mail } from '../ui/icons'

export interface Invitation {
  kind: 'invitation' | 'newPasswordLink'
  id: number
  name: string
  link: string
}

interface InvitationDialogProps extends Invitation {
  /** Mails an invitation; absent where the host has no mail server. */
  mail: ((id: number) => Promise<boolean>) | undefined
  close: () => void
}

export function InvitationDialog({ kind, id, name, link, mail, close }: InvitationDialogProps) {
  const { user, ui } = useTexts('user')
  const t = user.invitation
  const isMailed = kind === 'invitation' && mail !== undefined
  return (
    <Dialog
      open
      size="s"
      title={user[kind].title(name)}
      description={user[kind].text}
      onClose={close}
      footer={
        <>
          <Button variant={isMailed ? 'secondary' : 'primary'} onClick={close}>
            {ui.close}
          </Button>
          {isMailed && (
            <Button variant="primary" icon={Mail} onClick={async () => (await mail(id)) && close()}>
              {t.mail}
            </Button>
          )}
        </>
      }
    >
      <Field label={user[kind].link}>
        <CopiedInput data-autofocus value={link} copyLabel={t.copy} copiedLabel={t.copied} />
      </Field>
    </Dialog>
  )
}
