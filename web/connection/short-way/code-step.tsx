import { useEffect, useEffectEvent } from 'react'
import type { ConnectionView } from '../../../src/connection/connection.calls'
import { useTexts } from '../../i18n/i18n'
import { Button } from '../../ui/button/button'
import { useUi } from '../../ui/context/ui-context'
import { DialogFooter } from '../../ui/dialog/dialog'
import { ErrorState } from '../../ui/feedback/error-state'
import { PairingState, useNewCode } from '../pairing/pairing-state'
import type { ConnectionSession } from '../pairing/connection-session'

interface CodeStepProps {
  connection: ConnectionView
  session: ConnectionSession
  next: () => void
}

/** Pairs the phone, and continues by itself once it is connected. */
export function CodeStep({ connection, session, next }: CodeStepProps) {
  const { pairing, shortWay } = useTexts('connection').connection
  const { toast } = useUi()
  const { failure, renew } = useNewCode(connection.id, 'new', session)
  const isConnected = connection.status === 'CONNECTED'
  const done = useEffectEvent(() => {
    toast.success(pairing.connected(connection.name))
    next()
  })
  useEffect(() => {
    if (isConnected) done()
  }, [isConnected])
  return (
    <>
      <div className="pairing" data-status={connection.status}>
        {failure ? (
          <ErrorState error={failure} onRetry={renew} />
        ) : (
          <PairingState connection={connection} session={session} renew={renew} />
        )}
      </div>
      <div className="form-foot">
        <DialogFooter>
          <Button onClick={next}>{shortWay.skip}</Button>
        </DialogFooter>
      </div>
    </>
  )
}
