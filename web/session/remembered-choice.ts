const yearSeconds = 31_536_000

export type RememberedChoice = 'theme' | 'language' | 'queues' | 'sort' | 'menu' | 'lanes'

interface Person {
  companyId: number
  id: number
}

/** Stored in a cookie, so that the first byte of the next page is right. */
export function rememberChoice(name: RememberedChoice, value: string) {
  const [prefix, ending] = isSecure() ? [hostPrefix, '; secure'] : ['', '']
  document.cookie = `${prefix}${name}=${encodeURIComponent(value)}; path=/; max-age=${yearSeconds}; samesite=lax${ending}`
}

/** No other site of the domain can then set it. Those of before were set without. */
const hostPrefix = '__Host-'
const isSecure = () => location.protocol === 'https:'

/** Returns this browser's choice; the server reads the same from the request. */
export function rememberedChoice(name: RememberedChoice): string | undefined {
  return (isSecure() ? choiceNamed(hostPrefix + name) : undefined) ?? choiceNamed(name)
}

function choiceNamed(name: string) {
  const found = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${name}=`))
  return found === undefined ? undefined : decoded(found.slice(name.length + 1))
}

/** Another program on the same host may have written the cookie. */
function decoded(value: string) {
  try {
    return decodeURIComponent(value)
  } catch {
    return undefined
  }
}

/** Adds the person to a choice that others at the same browser must not get. */
export function ofPerson({ companyId, id }: Person, choice: string) {
  return `${companyId}.${id}.${choice}`
}

/** Returns the person's own choice; undefined if it is another person's. */
export function choiceOfPerson(person: Person, text: string | undefined): string | undefined {
  const own = ofPerson(person, '')
  return text?.startsWith(own) ? text.slice(own.length) : undefined
}
