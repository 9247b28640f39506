import { SaxesParser } from 'saxes'
import { limits } from './limits.ts'
import { damaged, unsafe } from './refusals.ts'

export interface XmlListener {
  open: (name: string, attributes: Readonly<Record<string, string>>) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

/** Piece by piece, so that a part of fifty megabytes never stands in memory as a whole. Names come without their prefix. */
export async function readXml(pieces: AsyncIterable<string>, listener: XmlListener): Promise<void> {
  const parser = new SaxesParser({ position: false, xmlns: false } as const)
  let depth = 0
  parser.on('error', () => {
    throw damaged('розмітку таблиці зіпсовано')
  })
  parser.on('doctype', () => {
    throw unsafe('у розмітці оголошено власні замінники')
  })
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1
    if (depth > limits.depth) throw unsafe('розмітку вкладено занадто глибоко')
    listener.open(localName(name), attributes)
  })
  const text = (piece: string): void => listener.text?.(piece)
  parser.on('text', text)
  parser.on('cdata', text)
  parser.on('closetag', ({ name }) => {
    depth -= 1
    listener.close?.(localName(name))
  })
  for await (const piece of pieces) parser.write(piece)
  parser.close()
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)
