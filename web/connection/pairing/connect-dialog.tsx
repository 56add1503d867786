import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useEffectEvent } from 'react'
import type { ConnectionView } from '../../../src/connection/connection.calls'
import { useTexts } from '../../i18n/i18n'
import { Dialog } from '../../ui/dialog/dialog'
import { ErrorState } from '../../ui/feedback/error-state'
import { useUi } from '../../ui/context/ui-context'
import type { ConnectionList } from '../connection-records'
import type { ConnectionSession } from './connection-session'
import { PairingState, useNewCode } from './pairing-state'

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
