import { type ComponentType, useCallback, useEffect, useRef, useState, createContext, use } from 'react'
import { lazyPart, PartFailed, reloadIfReachable } from './lazy-part'

/** Parts of the document that are not hydrated yet. In the browser only. */
const pending = new Set<object>()
const waiting = new Set<() => void>()
/** One notice tries all of them again. */
const retries = new Set<() => void>()

function tellTaken() {
  if (hasLaterParts()) return
  for (const resolve of waiting) resolve()
  waiting.clear()
}

export const hasLaterParts = () => pending.size > 0

/** The page then follows live events without a part whose code does not arrive, and which is rendered anew if it does. */
const takenMsMax = 15_000

/** Once every part is hydrated: until then they must find what the server rendered. */
export function laterPartsTaken() {
  if (!hasLaterParts()) return Promise.resolve()
  return new Promise<void>((resolve) => {
    const timer = setTimeout(() => {
      pending.clear()
      tellTaken()
    }, takenMsMax)
    waiting.add(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}

const TakenOverContext = createContext<() => void>(() => {})

/** Rendered by the server; its code loads later. Until then clicks on its buttons are held. Without props: changes would replace it. */
export function laterPart(load: () => Promise<ComponentType>) {
  const failures = createFailures()
  const Part = lazyPart(async () => withNotice(await failures.loadAtLast(load)))
  // One element, so that the part is not rendered with what is around it.
  const part = <Part />

  function LaterPart() {
    const [isPending, setPending] = useState(true)
    const place = useRef<HTMLDivElement>(null)
    const held = useRef<HTMLElement>(undefined)
    const isTaken = useRef(false)
    const [hasFailed, setFailed] = useState(false)
    const onTakenOver = useCallback(() => {
      isTaken.current = true
      setPending(false)
      held.current?.removeAttribute('aria-busy')
      if (held.current?.isConnected) held.current.click()
    }, [])
    useEffect(() => {
      if (isTaken.current) return
      pending.add(place)
      const unfollow = failures.follow(setFailed)
      return () => {
        unfollow()
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
        {hasFailed && <PartFailed onRetry={retryAll} />}
      </TakenOverContext>
    )
  }

  return Object.assign(LaterPart, { fetch: Part.fetch, now: Part.now })
}

/** Whether the document has not been hydrated yet. */
export const isHydrating = () => typeof document !== 'undefined' && !('hydrated' in document.documentElement.dataset)

/** A part whose code cannot be loaded stays as the server rendered it until the user tries again. */
function createFailures() {
  const places = new Set<(hasFailed: boolean) => void>()
  let hasFailed = false
  let attempts = 0

  function show(failed: boolean) {
    hasFailed = failed
    for (const place of places) place(hasFailed)
  }

  return {
    async loadAtLast(load: () => Promise<ComponentType>): Promise<ComponentType> {
      for (;;) {
        try {
          return await load()
        } catch (cause) {
          // A page that fetches its code before it is shown says itself that it could not.
          if (!isHydrating() && places.size === 0) throw cause
          reportError(cause)
          if (attempts++ > 0) void reloadIfReachable()
          show(true)
          await new Promise<void>((resolve) => retries.add(resolve))
          show(false)
        }
      }
    },
    follow(place: (hasFailed: boolean) => void) {
      places.add(place)
      place(hasFailed)
      return () => void places.delete(place)
    },
  }
}

function retryAll() {
  for (const retry of retries) retry()
  retries.clear()
}

function withNotice(Shown: ComponentType) {
  return function ShownPart() {
    const onTakenOver = use(TakenOverContext)
    useEffect(onTakenOver, [onTakenOver])
    return <Shown />
  }
}
