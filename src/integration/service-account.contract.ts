import { objectOf } from '../kernel/untyped-json.contract'

/** Google's. Its token address is untrusted. */
export interface ServiceAccount {
  clientEmail: string
  privateKey: string
  projectId: string
}

/** @throws Error for no key */
export function parseServiceAccount(text: string): ServiceAccount {
  const { client_email, private_key, project_id } = objectOf(JSON.parse(text))
  if (typeof client_email !== 'string' || !/^[^@\s]{1,200}@[^@\s]{1,200}$/.test(client_email)) throw new Error('email')
  if (typeof private_key !== 'string' || !/^-----BEGIN (RSA )?PRIVATE KEY-----/.test(private_key.trim())) {
    throw new Error('key')
  }
  return { clientEmail: client_email, privateKey: private_key, projectId: String(project_id ?? '').slice(0, 200) }
}

export function serviceAccountError(text: string): string | undefined {
  try {
    parseServiceAccount(text)
    return undefined
  } catch {
    return 'serviceAccount'
  }
}
