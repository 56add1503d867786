import type { Random } from './random'

const first =
  'Maria José Antônio Francisca João Adriana Paulo Juliana Carlos Fernanda Luiz Patrícia Marcos Aline Rafael Sandra Felipe Camila Eduardo Letícia Rodrigo Beatriz Gustavo Larissa Thiago Vanessa Diego Priscila Leandro Tatiane Vinícius Débora Márcio Simone Fábio Renata André Cláudia Sérgio Mônica Igor Natália Caio Helena Murilo Sônia Otávio Lívia Jorge Elisa'.split(
    ' ',
  )
const middle = 'da Silva|dos Santos|de Oliveira|Pereira|Ferreira|Alves|de Souza|Gomes|Ribeiro|Martins'.split('|')
const last =
  'Costa Rocha Barbosa Nunes Carvalho Teixeira Moreira Cardoso Araújo Cavalcanti Monteiro Mendes Freitas Barros Pinto Moraes Duarte Farias Lopes Vieira'.split(
    ' ',
  )

/** Difficult names: long, right to left, with symbols, in other scripts. */
const special = [
  'Maria Aparecida do Perpétuo Socorro Albuquerque de Vasconcelos Figueiredo e Silva Neta',
  'ليلى حداد',
  'דוד כהן',
  '✨ Jéssica Decor ✨',
  '田中 さくら',
  "Bob's Burger & Cia <Ltda>",
  'Zé',
  '🏗️ Construtora Andrade',
  'Ana Luíza (mãe do Pedro)',
  'Dr. Ubiratã N’Golo Çağlayan',
]

export function contactNames(count: number, random: Random): string[] {
  const names = new Set<string>(special.slice(0, count))
  while (names.size < count) {
    const parts = [one(first, random), ...(random(3) === 0 ? [one(middle, random)] : []), one(last, random)]
    names.add(parts.join(' '))
  }
  return [...names]
}

export const one = <T>(list: readonly T[], random: Random): T => list[random(list.length)] as T
