import { type ComponentType, useCallback, useEffect, useRef, useState, createContext, use } from 'react'
import { lazyPart } from './lazy-part'

/** Parts of the document that are not hydrated yet. In the browser only. */
const pending = new Set<object>()
const waiting = new Set<() => void>()

function tellTaken() {
  if (pending.size > 0) return
  for (const resolve of waiting) resolve()
  waiting.clear()
}

/** Once every part is hydrated, or one of them could not be loaded: until then they must find what the server rendered. */
export function laterPartsTaken() {
  return pending.size === 0 ? Promise.resolve() : new Promise<void>((resolve) => waiting.add(resolve))
}

const TakenOverContext = createContext<() => void>(() => {})

/** Rendered by the server; its code loads later. Until then clicks on its buttons are held. Without props: changes would replace it. */
export function laterPart(load: () => Promise<ComponentType>) {
  const Part = lazyPart(async () => withNotice(await load().catch(giveUp)))
  // One element, so that the part is not rendered with what is around it.
  const part = <Part />

  function LaterPart() {
    const [isPending, setPending] = useState(true)
    const place = useRef<HTMLDivElement>(null)
    const held = useRef<HTMLElement>(undefined)
    const isTaken = useRef(false)
    const onTakenOver = useCallback(() => {
      isTaken.current = true
      setPending(false)
      held.current?.removeAttribute('aria-busy')
      if (held.current?.isConnected) held.current.click()
    }, [])
    useEffect(() => {
      if (isTaken.current) return
      pending.add(place)
      return () => {
        pending.delete(place)
        tellTaken()
      }
    }, [isPending])
    useEffect(() => {
      if (!isPending) return
      function hold(event: MouseEvent) {
        const button = event.target instanceof Element ? event.target.closest<HTMLElement>('button') : null
        if (isTaken.current || !button || !place.current?.contains(button)) return
        event.preventDefault()
        // React would hydrate the part now, if its code is there, and handle the click a second time.
        event.stopImmediatePropagation()
        held.current?.removeAttribute('aria-busy')
        held.current = button
        button.setAttribute('aria-busy', 'true')
      }
      window.addEventListener('click', hold, true)
      return () => window.removeEventListener('click', hold, true)
    }, [isPending])
    return (
      <TakenOverContext value={onTakenOver}>
        <div className="later-part" ref={place} data-pending={isPending || undefined}>
          {part}
        </div>
      </TakenOverContext>
    )
  }

  return Object.assign(LaterPart, { fetch: Part.fetch, now: Part.now })
}

/** Whether the document has not been hydrated yet. */
export const isHydrating = () => typeof document !== 'undefined' && !('hydrated' in document.documentElement.dataset)

function giveUp(cause: unknown): never {
  pending.clear()
  tellTaken()
  throw cause
}

function withNotice(Shown: ComponentType) {
  return function ShownPart() {
    const onTakenOver = use(TakenOverContext)
    useEffect(onTakenOver, [onTakenOver])
    return <Shown />
  }
}
