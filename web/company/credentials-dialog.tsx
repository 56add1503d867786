import { useTexts } from '../i18n/i18n'
import { Button } from '../ui/button/button'
import { CopiedInput } from '../ui/field/copied-input'
import { Dialog } from '../ui/dialog/dialog'
import { Field } from '../ui/field/field'
import { TextInput } from '../ui/field/text-input'

export interface Credentials {
  email: string
  password: string
}

/** The generated password of a new company's first admin, which is not stored and only shown here. */
export function CredentialsDialog({ email, password, close }: Credentials & { close: () => void }) {
  const { company, ui } = useTexts('company')
  const t = company.credentials
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
        <CopiedInput data-autofocus value={password} copyLabel={t.copy} copiedLabel={t.copied} />
      </Field>
    </Dialog>
  )
}
