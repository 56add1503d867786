import { Check, Copy } from '../../ui/icons'
import { useState } from 'react'
import type { ConnectionView } from '../../../src/connection/connection.calls'
import { PairingCodeBody } from '../../../src/connection/connection.contract'
import { useTexts } from '../../i18n/i18n'
import { Button } from '../../ui/button/button'
import { useForm } from '../../ui/form/form'
import { Form, FormField } from '../../ui/form/form-field'
import { SaveButton } from '../../ui/button/save-button'
import { PhoneInput } from '../../app/phone-input'
import { useCopy } from '../../ui/text/use-copy'
import type { ConnectionSession } from './connection-session'
import { PairingSteps } from './pairing-steps'

/** An alternative to scanning: an eight-character code, typed on the phone of the given number. */
export function PairingNumber({ connection, session }: { connection: ConnectionView; session: ConnectionSession }) {
  const t = useTexts('connection').connection.pairing
  const [asking, setAsking] = useState(connection.pairingCode === '')
  const [answered, setAnswered] = useState('')
  const code = connection.pairingCode || answered
  return (
    <div className="pairing-way">
      <PairingSteps steps={t.numberSteps} />
      <div className="pairing-number">
        {asking || code === '' ? (
          <NumberForm
            ask={async (number) => {
              const { pairingCode } = await session.askPairingCode(connection.id, number)
              setAnswered(pairingCode)
              setAsking(false)
            }}
          />
        ) : (
          <PairingCode code={code} askAgain={() => setAsking(true)} />
        )}
      </div>
    </div>
  )
}

function NumberForm({ ask }: { ask: (number: string) => Promise<void> }) {
  const t = useTexts('connection').connection.pairing
  const form = useForm({ schema: PairingCodeBody, initial: { number: '' }, save: ({ number }) => ask(number) })
  return (
    <Form form={form}>
      <FormField form={form} name="number" label={t.number} help={t.numberHelp} required>
        {(field) => <PhoneInput {...field} autoComplete="tel" />}
      </FormField>
      <div>
        <SaveButton form={form}>{t.ask}</SaveButton>
      </div>
    </Form>
  )
}

function PairingCode({ code, askAgain }: { code: string; askAgain: () => void }) {
  const t = useTexts('connection').connection.pairing
  const { copied, copy } = useCopy()
  return (
    <>
      <p className="pairing-code-label">{t.code}</p>
      <p className="pairing-code" role="status" aria-label={t.code}>
        <span>{code.slice(0, 4)}</span>
        <span aria-hidden>-</span>
        <span>{code.slice(4)}</span>
      </p>
      <div className="pairing-code-actions wrap-row">
        <Button icon={copied ? Check : Copy} onClick={() => copy(code)}>
          {t.copyCode}
        </Button>
        <Button variant="ghost" onClick={askAgain}>
          {t.askAgain}
        </Button>
      </div>
    </>
  )
}
