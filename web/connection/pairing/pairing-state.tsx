import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ConnectionView } from '../../../src/connection/connection.calls'
import { useTexts } from '../../i18n/i18n'
import { Tabs } from '../../ui/layout/tabs'
import type { ConnectionSession } from './connection-session'
import { PairingFailed, PairingProgress } from './pairing-progress'
import { PairingNumber } from './pairing-number'
import { PairingQrCode } from './pairing-qr-code'

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
