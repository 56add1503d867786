import { useEffect, useEffectEvent, useState } from 'react'
import type { CompanyConnection } from '../../../src/connection/connection.calls'
import { useTexts } from '../../i18n/i18n'
import { Dialog } from '../../ui/dialog/dialog'
import { SkeletonRows, ErrorState } from '../../ui/feedback/feedback'
import { useUi } from '../../ui/context/ui-context'
import { PairingFailed, PairingProgress, PairingQrCode } from '../pairing/pairing-progress'
import type { ApiClient } from '../../api/api-client'

const pollMs = 2000

interface SupportPairingDialogProps {
  connection: CompanyConnection
  /** `new` requests a code first. */
  how: 'present' | 'new'
  session: SupportSession
  close: () => void
}

/** The code of another company's connection, for the host. Closes when a phone has scanned it. */
export function SupportPairingDialog({ connection, how, session, close }: SupportPairingDialogProps) {
  const t = useTexts('connection').connection.pairing
  const { toast } = useUi()
  const { code, error, renew } = useCode(connection.id, how, session)
  const isDone = code?.status === 'CONNECTED'
  const done = useEffectEvent(() => {
    toast.success(t.connected(connection.name))
    close()
  })
  useEffect(() => {
    if (isDone) done()
  }, [isDone])
  return (
    <Dialog open size="l" title={t.title(connection.name)} onClose={close}>
      <div className="pairing" data-status={code?.status}>
        {error !== undefined ? (
          <ErrorState title={t.failedTitle} error={error} onRetry={renew} />
        ) : (
          <State code={code} renew={renew} />
        )}
      </div>
    </Dialog>
  )
}

type Code = Awaited<ReturnType<SupportSession['readCode']>>

function State({ code, renew }: { code: Code | undefined; renew: () => void }) {
  if (!code) return <SkeletonRows count={3} picture={false} />
  if (code.status === 'qrcode') return <PairingQrCode code={code.qrcode} />
  const failed = code.status === 'DISCONNECTED' || code.status === 'TIMEOUT'
  return failed ? (
    <PairingFailed connection={code} renew={renew} />
  ) : (
    <PairingProgress status={code.status} renew={renew} />
  )
}

/** Reads the code until the dialog is closed: another company's live events do not reach the host. */
function useCode(id: number, how: 'present' | 'new', session: SupportSession) {
  const [code, setCode] = useState<Code>()
  const [error, setError] = useState<unknown>()
  const [requests, setRequests] = useState(how === 'new' ? 1 : 0)
  const renew = () => setRequests((count) => count + 1)
  const ask = useEffectEvent(() => (requests > 0 ? session.renewCode(id) : undefined))
  const read = useEffectEvent(() => session.readCode(id))

  useEffect(() => {
    let isOpen = true
    let timer: ReturnType<typeof setTimeout> | undefined
    async function follow() {
      try {
        const next = await read()
        if (isOpen) setCode(next)
      } catch (cause) {
        if (isOpen) setError(cause)
        return
      }
      if (isOpen) timer = setTimeout(() => void follow(), pollMs)
    }
    async function begin() {
      setError(undefined)
      try {
        await ask()
      } catch (cause) {
        if (isOpen) setError(cause)
        return
      }
      if (isOpen) await follow()
    }
    void begin()
    return () => {
      isOpen = false
      clearTimeout(timer)
    }
  }, [requests])
  return { code, error, renew }
}

/** The session actions of another company's connection, for the host; `changed` is called after each. */
export function createSupportSession(api: ApiClient, companyId: number, changed: () => void) {
  const about = (connectionId: number) => ({ params: { id: companyId, connectionId } })
  const path = '/companies/:id/connections/:connectionId/session'
  return {
    tryAgain: (id: number) => api.post(path, about(id)).finally(changed),
    renewCode: (id: number) => api.put(path, about(id)).finally(changed),
    disconnect: (id: number) => api.delete(path, about(id)).finally(changed),
    readCode: (id: number) => api.get('/companies/:id/connections/:connectionId/code', about(id)),
  }
}

export type SupportSession = ReturnType<typeof createSupportSession>
