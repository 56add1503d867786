import { lazy } from 'react'

type Code = typeof import('./conversation-pane')

/** Only code, the same for everybody: the one thing that may stand at module level. */
let loaded: Code | undefined

/** Fetches what an open ticket needs; the list alone does without, and so does its first load. */
export async function fetchConversationCode(): Promise<Code> {
  loaded ??= await import('./conversation-pane')
  return loaded
}

/** Drawn at once where the code is there already: on the server, and after the loader has waited for it. */
export const ConversationPane = lazy(() => {
  const there = loaded
  if (!there) return fetchConversationCode().then(componentOf)
  return {
    then: (take: (code: ReturnType<typeof componentOf>) => void) => take(componentOf(there)),
  } as unknown as Promise<ReturnType<typeof componentOf>>
})

function componentOf({ ConversationPane: component }: Code) {
  return { default: component }
}
