import { useEffect, useState } from 'react'
import type { OpenedFlow } from '../../src/flow/flow.calls'
import { links } from '../app/links'
import { useTexts } from '../i18n/i18n'
import { PageRedirect, type Loader, type PageProps } from '../page/page-definition'
import { usePageTitle } from '../page/page-context'
import { Spinner } from '../ui/feedback/spinner'
import { FlowEditor } from './flow-editor-code'

export const load: Loader<OpenedFlow, { id?: string }> = async (api, { id }) => {
  if (id === undefined) throw new PageRedirect(links.flows())
  return (await api.get('/flowbuilder/flow/:id', { params: { id } })).flow
}

/** The first client render must match the server's, which shows the loading state. */
const isHydrated = () => typeof document !== 'undefined' && 'hydrated' in document.documentElement.dataset

export function page({ data }: PageProps<OpenedFlow, { id?: string }>) {
  const t = useTexts('flowEditor').flowEditor
  const [isMounted, setMounted] = useState(isHydrated)
  useEffect(() => setMounted(true), [])
  usePageTitle(`${data.name} · ${t.title}`)
  return isMounted ? <FlowEditor key={data.id} flow={data} /> : <LoadingEditor name={data.name} />
}

function LoadingEditor({ name }: { name: string }) {
  const t = useTexts('flowEditor').flowEditor
  return (
    <div className="flow-loading stack">
      <h1 className="flow-title truncate">
        <bdi>{name}</bdi>
      </h1>
      <p className="subtle" role="status">
        <Spinner /> {t.loading}
      </p>
    </div>
  )
}
