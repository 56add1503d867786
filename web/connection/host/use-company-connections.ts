import { useEffect, useState } from 'react'
import type { CompanyConnection, ConnectionCountView } from '../../../src/connection/connection.calls'
import { useApp, useUser } from '../../app/app-context'

/** Other companies' statuses are not published to the host; one that is about to change is read again. */
const pollMs = 3000
const changing: readonly CompanyConnection['status'][] = ['OPENING', 'PAIRING', 'qrcode']

/** Returns one company's connections, and whether its admins allow the host to manage them. */
export function useCompanyConnections({ id, connected, total }: ConnectionCountView) {
  const { api } = useApp()
  const own = useUser().companyId === id
  const [rows, setRows] = useState<readonly CompanyConnection[]>()
  const [isAllowed, setAllowed] = useState(own)
  const [error, setError] = useState<unknown>()
  const [attempt, setAttempt] = useState(0)
  const reload = () => setAttempt((count) => count + 1)

  useEffect(() => {
    const aborted = new AbortController()
    const { signal } = aborted
    const query = { column: 'supportAccess', companyId: String(id) }
    Promise.all([
      api.get('/whatsapp/all/:companyId', { params: { companyId: id }, signal }),
      api.get('/companySettingOne', { query, signal }),
    ]).then(
      ([found, { supportAccess }]) => {
        setError(undefined)
        setRows(found)
        setAllowed(own || supportAccess === 'enabled')
      },
      (cause: unknown) => signal.aborted || setError(cause),
    )
    return () => aborted.abort()
    // Changed counts mean changed rows.
  }, [api, own, id, connected, total, attempt])

  const polls = isAllowed && rows?.some(({ status }) => changing.includes(status)) === true
  useEffect(() => {
    if (!polls) return
    const timer = setInterval(reload, pollMs)
    return () => clearInterval(timer)
  }, [polls])
  return { rows, isAllowed, error: rows ? undefined : error, reload }
}
