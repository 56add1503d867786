import { useEffect, useState } from 'react'
import type { CompanyConnection, ConnectionCountView } from '../../../src/connection/connection.calls'
import { useApp } from '../../app/app-context'

/** Other companies' statuses are not published to the host; one that is about to change is read again. */
const pollMs = 3000
const changing: readonly CompanyConnection['status'][] = ['OPENING', 'PAIRING', 'qrcode']

/** Returns one company's connections. */
export function useCompanyConnections({ id, connected, total }: ConnectionCountView) {
  const { api } = useApp()
  const [rows, setRows] = useState<readonly CompanyConnection[]>()
  const [error, setError] = useState<unknown>()
  const [attempt, setAttempt] = useState(0)
  const reload = () => setAttempt((count) => count + 1)

  useEffect(() => {
    const aborted = new AbortController()
    const { signal } = aborted
    api.get('/whatsapp/all/:companyId', { params: { companyId: id }, signal }).then(
      (found) => {
        setError(undefined)
        setRows(found)
      },
      (cause: unknown) => signal.aborted || setError(cause),
    )
    return () => aborted.abort()
    // Changed counts mean changed rows.
  }, [api, id, connected, total, attempt])

  const polls = rows?.some(({ status }) => changing.includes(status)) === true
  useEffect(() => {
    if (!polls) return
    const timer = setInterval(reload, pollMs)
    return () => clearInterval(timer)
  }, [polls])
  return { rows, error: rows ? undefined : error, reload }
}
