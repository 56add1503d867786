import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ConnectionView } from '../../../src/connection/connection.calls'
import { useTexts } from '../../i18n/i18n'
import { Tabs } from '../../ui/layout/tabs'
import { PairingFailed, PairingProgress, PairingQrCode, PairingSteps } from './pairing-progress'
import { Check, Copy } from '../../ui/icons'
import { PairingCodeBody } from '../../../src/connection/connection.contract'
import { Button } from '../../ui/button/button'
import { useForm } from '../../ui/form/form'
import { Form, FormField } from '../../ui/form/form-field'
import { SaveButton } from '../../ui/button/save-button'
import { PhoneInput } from '../../app/phone-input'
import { useCopy } from '../../ui/text/copy-text'
import type { ApiClient } from '../../api/api-client'
import type { ConnectionList } from '../load-connections'

interface PairingStateProps {
  connection: ConnectionView
  session: ConnectionSession
  renew: () => void
}

export function PairingState({ connection, session, renew }: PairingStateProps) {
  switch (connection.status) {
    case 'qrcode':
      return <PairingWays connection={connection} session={session} />
    case 'DISCONNECTED':
    case 'TIMEOUT':
      return <PairingFailed connection={connection} renew={renew} />
    default:
      return <PairingProgress status={connection.status} renew={renew} />
  }
}

function PairingWays({ connection, session }: Omit<PairingStateProps, 'renew'>) {
  const t = useTexts('connection').connection.pairing
  // A user who requested a typed code sees it again when the dialog reopens.
  const [way, setWay] = useState<'code' | 'number'>(connection.pairingCode ? 'number' : 'code')
  return (
    <Tabs
      label={t.waysLabel}
      variant="pill"
      wide
      value={way}
      onValueChange={setWay}
      items={[
        { value: 'code', label: t.byCode },
        { value: 'number', label: t.byNumber },
      ]}
    >
      {way === 'code' ? (
        <PairingQrCode code={connection.qrcode} />
      ) : (
        <PairingNumber connection={connection} session={session} />
      )}
    </Tabs>
  )
}

export function useNewCode(id: number, how: 'present' | 'new', session: ConnectionSession) {
  const [failure, setFailure] = useState<unknown>()
  const requested = useRef(false)

  function renew() {
    setFailure(undefined)
    session.renewCode(id).catch(setFailure)
  }
  const begin = useEffectEvent(renew)
  useEffect(() => {
    if (how !== 'new' || requested.current) return
    requested.current = true
    begin()
  }, [how])
  return { failure, renew }
}

/** An alternative to scanning: an eight-character code, typed on the phone of the given number. */
function PairingNumber({ connection, session }: { connection: ConnectionView; session: ConnectionSession }) {
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

export function createConnectionSession(api: ApiClient, list: ConnectionList) {
  /** Shows the expected status at once; a refusal restores the real one. */
  async function open(id: number, ask: () => Promise<unknown>) {
    const fresh: Partial<ConnectionView> = { status: 'OPENING', qrcode: '', pairingCode: '', lastError: '' }
    list.update(id, (connection) => ({ ...connection, ...fresh }))
    try {
      await ask()
    } catch (cause) {
      void list.reload()
      throw cause
    }
  }

  return {
    tryAgain: (id: number) => open(id, () => api.post('/whatsappsession/:id', { params: { id } })),
    renewCode: (id: number) => open(id, () => api.put('/whatsappsession/:id', { params: { id } })),
    disconnect: (id: number) => api.delete('/whatsappsession/:id', { params: { id } }),
    askPairingCode: (id: number, number: string) =>
      api.post('/whatsappsession/:id/pairing-code', { params: { id }, body: { number } }),
    closeImported: (id: number) => api.post('/closedimported/:id', { params: { id } }),
    restartAll: () => api.post('/whatsapp-restart/'),
  }
}

export type ConnectionSession = ReturnType<typeof createConnectionSession>
