/** Words that users type, misspelt or not, and the industries that they mean, judged by hand; any one is correct. */
export const judgedNames = `
fintech: financial-technology
finteck: financial-technology
financal technology: financial-technology
finance tech: financial-technology, finance
bankng: banking
digital bank: digital-banks, banking
crypto currency: cryptocurrency
cryptocurency: cryptocurrency
bitcoins: bitcoin
block chain: blockchain, blockchain-and-crypto
blokchain: blockchain, blockchain-and-crypto
stable coin: stablecoins
artificial intelligence: artificial-intelligence, applied-ai, generative-ai
artifical inteligence: artificial-intelligence, applied-ai
artificial inteligence: artificial-intelligence, applied-ai, generative-ai
machine learing: machine-learning
machinelearning: machine-learning
generative artificial inteligence: generative-ai
deep lerning: deep-learning
computer vison: computer-vision
large langauge models: large-language-models
chat bots: conversational-ai
natural langauge processing: natural-language-processing
cyber security: cybersecurity
cybersecuirty: cybersecurity
cyber-securty: cybersecurity
network securty: network-security
cloud computng: cloud-computing
cloud secuirty: cloud-security
identity managment: identity-management
fraud detecton: fraud-detection
helthcare: health-care
health care: health-care
healtcare: health-care
health tech: health-technology, digital-health, health-care
mental helth: mental-health
bio tech: biotechnology, life-sciences
biotechnolgy: biotechnology
pharmaceuticls: pharmaceuticals
medical device: medical-devices
medical devises: medical-devices
telemedecine: telehealth, telemedicine
diagnostic: diagnostics, medical-diagnostics
womens health: women-s-health, womens-health
insurance tech: insurance-technology
insuretech: insurance-technology
health insurence: health-insurance
real-estate: real-estate
realestate: real-estate
property tech: real-estate-technology, property-technology
construction tech: construction-technology
edu tech: education-technology
education technolgy: education-technology
e learning: online-learning, e-learning, online-education
ecommerce: e-commerce
e comerce: e-commerce
online market place: online-marketplaces
market places: online-marketplaces
retial: retail
direct to consumers: direct-to-consumer-brands
clothing: fashion
cosmetic: cosmetics
jewelery: jewelry
pet foods: pet-products
food delivary: food-delivery
restaurant: restaurants
beverage: beverages
agri tech: agricultural-technology, agtech, agriculture-technology
agriculture: agriculture, agriculture-and-farming
vertical farmin: vertical-farming, indoor-farming
clean tech: clean-technology, cleantech, clean-energy
renewable enegy: renewable-energy
solar enrgy: solar-energy, solar
wind powr: wind-energy, wind-power
electric vehicals: electric-vehicles
electric vehicle: electric-vehicles
batterys: batteries
autonomous vehicle: autonomous-vehicles
self driving: autonomous-vehicles
logistcs: logistics, logistics-and-supply-chain
supply chain managment: supply-chain-software
robotic: robotics
drons: drones
space tech: space, aerospace
sattelite: satellites, satellite-communication
semiconducters: semiconductors
quantum computng: quantum-computing
3d print: 3d-printing
internet of thing: internet-of-things
virtual realty: virtual-reality
augmented realty: augmented-reality
video game: video-games, gaming
gameing: gaming
esport: e-sports
social medea: social-media
podcast: podcasts, podcasting
human resource: human-resources, human-resources-software
recruting: recruiting
payrol: payroll
legal tech: legal-technology
enterprise softwear: enterprise-software
developer tool: developer-tools
open sourse: open-source, open-source-software
marketing automaton: marketing-automation
advertizing: advertising
data analitics: analytics, data-and-analytics
customer relationship managment: crm-software, customer-relationship-management
`
  .trim()
  .split('\n')
  .map((line) => {
    const [typed = '', permalinks = ''] = line.split(': ');
    return { typed, right: permalinks.split(', ') };
  });
