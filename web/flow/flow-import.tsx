import { useState } from 'react'
import type { FlowView, ImportedFlow } from '../../src/flow/flow.calls'
import type { ApiClient } from '../api/api-client'
import { ApiError } from '../api/api-error'
import { useApp } from '../app/app-context'
import { links } from '../app/links'
import { fieldErrorText, readRefused } from '../i18n/error-text'
import { useErrorText, useTexts } from '../i18n/i18n'
import { FailureText } from '../ui/feedback/feedback'
import { Button } from '../ui/button/button'
import { Dialog } from '../ui/dialog/dialog'
import { FileButton } from '../ui/button/file-button'
import { TriangleAlert, Upload } from '../ui/icons'
import { useUi } from '../ui/context/ui-context'
import { elementTypeOf, flowLimits } from '../../src/flow/flow.contract'
import { isObject } from '../../src/kernel/untyped-json.contract'

interface FlowImportProps {
  flow: Pick<FlowView, 'id' | 'name'>
  close: () => void
  /** Called before the list of unresolved references, instead of the offer to open the flow. */
  onImported?: (saved: ImportedFlow) => void
}

export function FlowImport({ flow, close, onImported }: FlowImportProps) {
  const texts = useTexts('flow')
  const t = texts.flow.importing
  const { navigation } = useApp()
  const [imported, setImported] = useState<ImportedFlow>()
  const { isSending, error, send } = useFlowFile(flow.id, (saved) => {
    onImported?.(saved)
    const isWhole = saved.unresolved.length === 0 && saved.problems.every(({ level }) => level !== 'error')
    if (isWhole) close()
    else setImported(saved)
  })

  return (
    <Dialog
      open
      size="s"
      title={t.title(flow.name)}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{imported ? texts.ui.close : texts.ui.cancel}</Button>
          {!imported && (
            <FileButton
              variant="primary"
              icon={Upload}
              loading={isSending}
              accept=".json"
              onChoose={(file) => void send(file)}
            >
              {t.choose}
            </FileButton>
          )}
          {imported && !onImported && (
            <Button variant="primary" onClick={() => navigation.go(links.flow({ id: String(flow.id) }))}>
              {t.openFlow}
            </Button>
          )}
        </>
      }
    >
      <p className="flow-import-text">{t.text}</p>
      {imported && <Unresolved imported={imported} />}
      <div role="alert">{error && <FailureText>{error}</FailureText>}</div>
    </Dialog>
  )
}

function useFlowFile(flowid: number, onSaved: (saved: ImportedFlow) => void) {
  const texts = useTexts('flow')
  const { api } = useApp()
  const { toast } = useUi()
  const errorText = useErrorText()
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState<string>()

  async function send(file: File) {
    if (!file.name.toLowerCase().endsWith('.json') || file.size > flowFileMax) {
      return setError(fieldErrorText(texts, 'flowFile'))
    }
    setSending(true)
    setError(undefined)
    try {
      const { files, withNames } = readFlowFile(await file.text())
      const drawing = withNames(await storeFiles(api, files))
      const saved = await api.post('/flowbuilder/import', { body: { flow: drawing, flowid } })
      toast.success(texts.flow.imported)
      onSaved(saved)
    } catch (cause) {
      setError(refusedFile(cause) ? fieldErrorText(texts, 'flowFile') : errorText(cause))
    } finally {
      setSending(false)
    }
  }

  return { isSending, error, send }
}

/** Returns the names of stored files by address. Refused files are left out; the import then lists them as missing. */
async function storeFiles(api: ApiClient, files: readonly EmbeddedFile[]) {
  const names = new Map<string, string>()
  for (const { address, file } of files) {
    const form = new FormData()
    form.append('medias', file, file.name)
    try {
      const [name] = await api.upload('/flowbuilder/content', { form })
      if (name !== undefined) names.set(address, name)
    } catch (cause) {
      if (!(cause instanceof ApiError && [400, 413].includes(cause.status))) throw cause
    }
  }
  return names
}

function Unresolved({ imported: { unresolved } }: { imported: ImportedFlow }) {
  const t = useTexts('flow').flow.importing
  return (
    <div className="flow-import-note" role="status">
      <TriangleAlert size={16} aria-hidden />
      {unresolved.length === 0 ? (
        <p>{t.hasErrors}</p>
      ) : (
        <div>
          <p>{t.chooseAgain}</p>
          <ul className="flow-import-list">
            {unresolved.map(({ kind, name }) => (
              <li key={`${kind} ${name}`}>{name ? t.unresolved[kind](name) : t.unnamed[kind]}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

const refusedFile = (cause: unknown) => readRefused(cause)?.fields['flow'] !== undefined

interface EmbeddedFile {
  /** How the drawing names it: `uploads/photo.png`, in content blocks `photo.png`. */
  address: string
  file: File
}

interface FlowFile {
  text: string
  files: readonly EmbeddedFile[]
  withNames: (names: ReadonlyMap<string, string>) => string
}

const flowFileMax = 64_000_000
const filesMax = 50
const folder = 'uploads/'

/** Similar systems export a flow with its files as base64: the server stores those one by one, before the drawing. */
export function readFlowFile(text: string): FlowFile {
  const whole: FlowFile = { text, files: [], withNames: () => text }
  if (text.length <= flowLimits.json && !text.includes('"fileContent"')) return whole
  const parsed = parse(text)
  if (!Array.isArray(parsed?.['files'])) return whole
  const { files: given, ...drawing } = parsed
  const files = (given as unknown[]).slice(0, filesMax).flatMap(readFile)
  const withNames = (names: ReadonlyMap<string, string>) => JSON.stringify(renamed(drawing, names))
  return { text: JSON.stringify(drawing), files, withNames }
}

function parse(text: string) {
  try {
    const parsed: unknown = JSON.parse(text)
    return isObject(parsed) ? parsed : undefined
  } catch {
    return undefined
  }
}

function readFile(given: unknown): EmbeddedFile[] {
  if (!isObject(given)) return []
  const { originalName, url, fileContent, mimeType } = given
  if (typeof url !== 'string' || typeof fileContent !== 'string') return []
  const bytes = bytesOf(fileContent)
  const name = typeof originalName === 'string' && originalName !== '' ? originalName : url
  const type = typeof mimeType === 'string' ? mimeType : ''
  return bytes ? [{ address: url, file: new File([bytes], name.slice(-200), { type }) }] : []
}

function bytesOf(base64: string) {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

/** Replaces the addresses of files: `url` of a node, `value` of a file in a content block. */
function renamed(value: unknown, names: ReadonlyMap<string, string>): unknown {
  function replacer(this: Record<string, unknown>, key: string, member: unknown) {
    if (typeof member !== 'string') return member
    if (key === 'url') return names.get(member) ?? member
    if (key !== 'value' || !isFile(this)) return member
    return names.get(`${folder}${member}`) ?? names.get(member) ?? member
  }
  return JSON.parse(JSON.stringify(value, replacer)) as unknown
}

function isFile({ type, number }: Record<string, unknown>) {
  const kind = elementTypeOf({ type, number: String(number) })
  return kind === 'img' || kind === 'audio' || kind === 'video'
}
