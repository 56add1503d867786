import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import * as v from 'valibot'
import { Code, PasswordBody } from '../../src/user/second-factor/second-factor.contract'
import { useApp } from '../app/app-context'
import { CurrentPasswordField } from '../app/current-password-field'
import { useTexts } from '../i18n/i18n'
import { SaveButton } from '../ui/button/save-button'
import { QrPicture } from '../ui/display/qr-picture'
import { CopiedInput } from '../ui/field/copied-input'
import { Field } from '../ui/field/field'
import { useForm } from '../ui/form/form'
import { Form, FormField } from '../ui/form/form-field'
import { CodeInput } from './code-input'

interface Started {
  secret: string
  address: string
  setup: string
}

/** The password, then the app's first code. */
export function SetUpTotp({ onEnabled }: { onEnabled: (recoveryCodes: string[]) => void }) {
  const [started, setStarted] = useState<Started>()
  return started ? <ScanStep {...started} onEnabled={onEnabled} /> : <PasswordStep onStarted={setStarted} />
}

function PasswordStep({ onStarted }: { onStarted: (started: Started) => void }) {
  useSignals()
  const t = useTexts('security').security.setUp
  const { api } = useApp()
  const form = useForm({
    schema: PasswordBody,
    initial: { currentPassword: '' },
    save: async (body) => onStarted(await api.post('/two-factor/start', { body })),
  })
  return (
    <Form form={form}>
      <p>{t.passwordText}</p>
      <CurrentPasswordField form={form} label={t.password} autoFocus />
      <div className="row">
        <SaveButton form={form}>{t.next}</SaveButton>
      </div>
    </Form>
  )
}

const FirstCode = v.object({ code: Code })
const qrWidth = 200

function ScanStep({ secret, address, setup, onEnabled }: Started & { onEnabled: (codes: string[]) => void }) {
  useSignals()
  const t = useTexts('security').security.setUp
  const { api } = useApp()
  const form = useForm({
    schema: FirstCode,
    initial: { code: '' },
    save: async ({ code }) =>
      onEnabled((await api.post('/two-factor/enable', { body: { setup, code } })).recoveryCodes),
  })
  return (
    <Form form={form}>
      <p>{t.scanText}</p>
      <div className="security-qr">
        <QrPicture text={address} label={t.qrLabel} width={qrWidth} />
      </div>
      <Field label={t.secret}>
        <CopiedInput value={secret.replaceAll(/.{4}(?=.)/g, '$& ')} copyLabel={t.copy} copiedLabel={t.copied} />
      </Field>
      <FormField form={form} name="code" label={t.code} required>
        {(field) => <CodeInput {...field} autoFocus />}
      </FormField>
      <div className="row">
        <SaveButton form={form}>{t.confirm}</SaveButton>
      </div>
    </Form>
  )
}
