// What Spanish grammar asks of a name in a sentence: "el ordenador", with its article, joins "a" to "al".

const isComputer = (name: string): boolean => name.startsWith('Ordenador');

export function withArticle(name: string): string {
  return isComputer(name) ? `el o${name.slice(1)}` : name;
}

export function to(name: string): string {
  return isComputer(name) ? `al o${name.slice(1)}` : `a ${name}`;
}
