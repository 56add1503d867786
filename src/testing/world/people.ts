export interface Person {
  companyId: number
  id: number
  name: string
  email: string
}

export const acme = { id: 1, name: 'Acme' }
export const globex = { id: 2, name: 'Globex' }
export const password = 'segredo-de-teste'
/** The lowest parameters that argon2id allows. */
export const cheapPasswords = { memoryCost: 8, timeCost: 1 }

const person = (companyId: number, id: number, name: string, email: string): Person => ({ companyId, id, name, email })

/** Ids are equal in both companies on purpose, so that leaks are detected. */
export const people = {
  acme,
  globex,
  /** Admin. */
  ana: person(1, 1, 'Ana Souza', 'ana@acme.test'),
  /** Agent of Vendas (queue 1). */
  bruno: person(1, 2, 'Bruno Lima', 'bruno@acme.test'),
  /** Agent of Suporte (queue 2). */
  carla: person(1, 3, 'Carla Dias', 'carla@acme.test'),
  /** Super user. */
  sofia: person(1, 4, 'Sofia Reis', 'sofia@acme.test'),
  gina: person(2, 1, 'Gina Alves', 'gina@globex.test'),
  hugo: person(2, 2, 'Hugo Prado', 'hugo@globex.test'),
  ines: person(2, 3, 'Inês Rocha', 'ines@globex.test'),
}
