import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ConnectionView } from '../../../src/connection/connection.calls'
import { useTexts } from '../../i18n/i18n'
import { Dialog } from '../../ui/dialog/dialog'
import { ErrorState } from '../../ui/feedback/error-state'
import { Tabs } from '../../ui/layout/tabs'
import { useUi } from '../../ui/context/ui-context'
import type { ConnectionList } from '../connection-records'
import type { ConnectionSession } from './connection-session'
import { PairingFailed, PairingProgress } from './pairing-progress'
import { PairingNumber } from './pairing-number'
import { PairingQrCode } from './pairing-qr-code'

interface ConnectDialogProps {
  id: number
  /** `new` requests a code first. */
  how: 'present' | 'new'
  list: ConnectionList
  session: ConnectionSession
  close: () => void
}

/** Guides through pairing a phone. Follows the connection's status and closes at the end. */
export function ConnectDialog({ id, how, list, session, close }: ConnectDialogProps) {
  useSignals()
  const t = useTexts('connection').connection.pairing
  const connection = list.items.value.find((item) => item.id === id)
  const { failure, renew } = useNewCode(id, how, session)
  useCloseWhenDone(connection, close)
  if (!connection) return null
  return (
    <Dialog open size="l" title={t.title(connection.name)} onClose={close}>
      <div className="pairing" data-status={connection.status}>
        {failure ? (
          <ErrorState title={t.failedTitle} error={failure} onRetry={renew} />
        ) : (
          <PairingState connection={connection} session={session} renew={renew} />
        )}
      </div>
    </Dialog>
  )
}

interface PairingStateProps {
  connection: ConnectionView
  session: ConnectionSession
  renew: () => void
}

function PairingState({ connection, session, renew }: PairingStateProps) {
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

function useNewCode(id: number, how: 'present' | 'new', session: ConnectionSession) {
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

/** Connected: a toast confirms it. Deleted meanwhile: there is nothing to show. */
function useCloseWhenDone(connection: ConnectionView | undefined, close: () => void) {
  const t = useTexts('connection').connection.pairing
  const { toast } = useUi()
  const status = connection?.status
  const done = useEffectEvent(() => {
    if (connection) toast.success(t.connected(connection.name))
    close()
  })
  useEffect(() => {
    if (status === undefined || status === 'CONNECTED') done()
  }, [status])
}
