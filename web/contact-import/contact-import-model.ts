import { signal } from '@preact/signals-react'
import type { ContactImportView } from '../../src/contact-import/contact-import.calls'
import type { ApiClient } from '../api/api-client'
import type { LiveSocketClient } from '../live/live-socket-client'
import { onReconnect } from '../live/on-reconnect'
import { createTouchLog } from '../live/touch-log'

export interface ImportsData {
  imports: ContactImportView[]
}

export async function loadImports(api: ApiClient): Promise<ImportsData> {
  return api.get('/contacts/imports')
}

export function createImports(
  ask: () => Promise<ImportsData>,
  first: readonly ContactImportView[],
  listId: number | null = null,
) {
  const imports = signal(first)
  const touches = createTouchLog<number>()

  /** A small import can end during this call, whose response is then outdated. After a failure the shown state stays. */
  async function load() {
    const asked = await touches.ask(ask).catch(() => undefined)
    if (!asked) return
    const known = new Map(imports.value.map((each) => [each.id, each]))
    imports.value = asked.answer.imports.map((each) => (asked.isNewest(each.id) ? each : (known.get(each.id) ?? each)))
  }

  function take(changed: ContactImportView) {
    if (changed.state === 'uploaded' || changed.contactListId !== listId) return
    touches.touch(changed.id)
    const others = imports.value.filter(({ id }) => id !== changed.id)
    imports.value = [...others, changed].sort((a, b) => b.id - a.id)
  }

  return {
    imports,
    load,
    take,
    follow(live: LiveSocketClient) {
      const stops = [
        live.subscribe('contactImport', ({ contactImport }) => take(contactImport)),
        live.subscribe('reload', () => void load()),
        onReconnect(live, () => void load()),
      ]
      return () => stops.forEach((stop) => stop())
    },
  }
}
