import { useTexts } from '../i18n/i18n'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { Field } from '../ui/field'
import { IconButton } from '../ui/icon-button'
import { Check, Copy } from '../ui/icons'
import { TextInput } from '../ui/text-input'
import { useCopy } from '../ui/use-copy'

export interface Credentials {
  email: string
  password: string
}

/** The generated password of a new company's first admin, which is stored nowhere and shown only here. */
export function CredentialsDialog({ email, password, close }: Credentials & { close: () => void }) {
  const { company, ui } = useTexts('company')
  const t = company.credentials
  const { copied, copy } = useCopy()
  return (
    <Dialog
      open
      alert
      size="s"
      title={t.title}
      description={t.text}
      onClose={close}
      footer={
        <Button variant="primary" onClick={close}>
          {ui.close}
        </Button>
      }
    >
      <Field label={company.fields.email}>
        <TextInput readOnly value={email} onValueChange={() => {}} />
      </Field>
      <Field label={company.fields.password}>
        <TextInput
          readOnly
          data-autofocus
          value={password}
          onValueChange={() => {}}
          onFocus={({ target }) => target.select()}
          trailing={
            <IconButton
              icon={copied ? Check : Copy}
              label={copied ? t.copied : t.copy}
              size="xs"
              onClick={() => copy(password)}
            />
          }
        />
      </Field>
    </Dialog>
  )
}
